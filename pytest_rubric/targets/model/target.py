"""``target: {model: NAME, prompt_file: prompt.md}``: the prompt under test, sent to a model."""

from __future__ import annotations

from pytest_rubric.errors import JudgeError, TargetError
from pytest_rubric.model import Case, ModelSpec, Output, Settings, TargetSpec
from pytest_rubric.targets.model.calls import ModelCalls, usage_of
from pytest_rubric.targets.model.prompt import messages_for


class ModelTarget:
    """Sends the prompt and the input of a case to a model; its answer is the output."""

    is_at_hand = False

    def __init__(self, target: TargetSpec, spec: ModelSpec, settings: Settings, calls: ModelCalls) -> None:
        self.label = f"model {spec.name}"
        self._target = target
        self._spec = spec
        self._settings = settings
        self._calls = calls

    async def run(self, case: Case) -> Output:
        """Ask. Raises :class:`~pytest_rubric.errors.TargetError` where there is no whole output."""
        messages = messages_for(case, self._spec, self._settings)
        try:
            reply = await self._calls.ask(self._target, self._spec, messages)
        except JudgeError as error:
            raise self._error(error) from error
        used = reply.usage
        notes = reply.extras if isinstance(reply.extras, tuple) else ()
        usage = usage_of(used.calls, used.input_tokens, used.output_tokens)
        return Output(reply.text, usage=dict(usage), notes=notes, origin=self.label)

    def _error(self, error: JudgeError) -> TargetError:
        told = error.message if error.message.startswith(self.label) else f"{self.label}: {error.message}"
        failed = TargetError(f"{told}\nwhat came back:\n{error.details}" if error.details else told)
        failed.usage = usage_of(error.calls, error.input_tokens, error.output_tokens)
        return failed
