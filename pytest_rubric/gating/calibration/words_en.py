"""The calibration report in English."""

from __future__ import annotations

from pytest_rubric.gating.calibration.words import Words

ENGLISH = Words(
    title="Calibration report",
    basis="What was read",
    agreement="How far judge and people agree",
    criteria="Criterion by criterion",
    scores="Scores",
    reword="Criteria to reword",
    findings="Findings",
    weaknesses="Weaknesses by cause",
    unknown="What these results can't tell",
    source="{name} (results: {items})",
    models="Judged by: {models}",
    labels="Labels by people: {labels}, of which {compared} can be compared with a decision of the judge",
    agreement_table=(
        "Decisions",
        "Agree",
        "Agreement",
        "95 % interval",
        "Kappa",
        "Macro F1",
        "Judge yes, people no",
        "Judge no, people yes",
    ),
    criteria_table=(
        "Criterion",
        "Agree",
        "Agreement",
        "95 % interval",
        "Kappa",
        "Macro F1",
        "Judge yes, people no",
        "Judge no, people yes",
    ),
    weaknesses_table=("Cause", "Weaknesses that the judge names"),
    all_decisions="all",
    undefined="undefined",
    no_interval="–",
    more_rows="{more} more criteria, on which judge and people agree no less, are in the JSON.",
    more_examples="and {more} more",
    nothing_compared="Nothing can be compared: no label stands beside a decision of the judge.",
    legend=(
        "Agreement: the share of decisions in which both say the same. Kappa: agreement beyond what chance "
        "gives (1 at most, 0 for chance). Macro F1: yes and no count alike, however rare one of them is."
    ),
    like_chance=(
        "These labels don't tell the judge from one that guesses (the interval of kappa reaches 0). Before "
        "you reword anything, label more decisions, or take a more capable judge."
    ),
    no_scores="There is no item with a score by people and one by the machine.",
    difference="Machine minus people: {mean} points on average{interval}; items: {items}",
    distance="Distance of the two scores, whichever is higher: {mean} points on average",
    correlation="Correlation (Pearson): {value}",
    no_correlation={
        "few": "Correlation: undefined with fewer than three items",
        "people": "Correlation: undefined, all scores of people are the same",
        "machine": "Correlation: undefined, all scores of the machine are the same",
    },
    same_side="Items that pass by both scores or fail by both: {same} of {items}",
    no_findings="Nothing stands out.",
    nothing_to_reword="None, as far as the labels tell.",
    reword_line="{subject}: {advice} (finding {number})",
    suspicion="Only a guess, since no label shows it: ",
    what_to_do="What to do: {advice}",
    decision="{place} #{id}: the judge says {machine}, {human}{reason}",
    no_label="there is no label",
    people_say="people say {status}",
    sided="{place}: machine {machine}, people {human}, threshold {threshold}{reason}",
    outcome="{place}: {machine} ({passed}); by labels {by_labels} ({would_pass}); threshold {threshold}",
    passes="passes",
    fails="fails",
    outcomes=(
        "Cases in which every decision of the judge has a label: {cases}; in {turned} of them the labels "
        "change the outcome"
    ),
    measured="{place}: {value}",
    colon=": ",
    quoted='"{text}"',
    causes={"prompt": "the prompt", "rubric": "the rubric", "testcase": "the test case"},
    kinds={
        "judge_wrong": (
            "On {subject} judge and people disagree in {wrong} of {labelled} labelled decisions "
            "(judge yes, people no: {false_yes}; judge no, people yes: {false_no})."
        ),
        "check_wrong": (
            "On {subject} a check and people disagree in {wrong} of {labelled} labelled decisions."
        ),
        "contradictory_labels": (
            "Labels of people contradict each other (decisions: {decisions}). This report leaves these "
            "decisions out."
        ),
        "always_met": "{subject} is met in all {cases} cases (confirmed by people: {confirmed}).",
        "never_met": ("{subject} is met in none of {cases} cases (confirmed by people: {confirmed})."),
        "never_violated": "{subject} is violated in none of {cases} cases.",
        "safe_zone": "All {items} scores lie between 75 and 85.",
        "always_low": "{subject} is below 60 % in all {cases} cases, while others are not.",
        "penalty_fires": (
            "The penalty {subject} took points off in {cases} cases (by people's labels a mistake: {normal}; "
            "deserved: {bad})."
        ),
        "rubric_sizes": ("The rubrics differ much in size (smallest: {smallest}, largest: {largest})."),
        "other_side": (
            "By people's scores {items} of {of} items would pass instead of fail, or fail instead of pass."
        ),
        "turned_outcomes": (
            "In {turned} of the {cases} cases in which every decision of the judge has a label, the labels "
            "change the outcome."
        ),
        "confirmed_losses": (
            "People confirm that points were lost rightly (decisions: {decisions}, cases: {cases})."
        ),
        "judge_blames": (
            "The judge itself blames {cause} for weaknesses (weaknesses: {remarks}, cases: {cases})."
        ),
    },
    advice={
        "agree_on_labels": "agree on one label for each decision, and write that one into the case.",
        "look_at_one": (
            "one decision says little; read the judge's reason, and label this criterion in more cases."
        ),
        "say_what_is_not_enough": (
            "the judge is content with less than people are: say in the criterion what is not enough, or "
            "split it."
        ),
        "say_what_is_enough": (
            "the judge asks for more than people do: say in the criterion what is enough."
        ),
        "say_both": (
            "it can be read in two ways: say in the criterion what is enough and what is not, or split it."
        ),
        "mend_check": "mend the check, or drop `check` and let the judge decide.",
        "make_harder": (
            "it comes out the same for every output: ask for more, or move its points to criteria that tell "
            "good outputs from bad ones."
        ),
        "teach_or_drop": (
            "teach it in the prompt; where no good answer would do it, take it out of the rubric."
        ),
        "add_violation": (
            "nobody knows whether the judge would see a violation: add a case whose output has one."
        ),
        "spread_scores": (
            "give more points to what matters most, and add criteria that only a good output meets."
        ),
        "reread_dimension": "people decide otherwise: reword its criteria before you change the prompt.",
        "teach_dimension": (
            "look at the prompt first; labels at its criteria would tell whether they ask for too much."
        ),
        "label_penalty": (
            "these results don't tell whether that was right: label these decisions `violated` or `clean`."
        ),
        "narrow_penalty": "say in the criterion what does not count, or take off fewer points.",
        "widen_penalty": "the judge overlooks what people see: say in the criterion what else counts.",
        "mend_prompt": "these are faults of the output; mend the prompt.",
        "level_sizes": (
            "a criterion weighs more in a small rubric, so scores of these cases can't be compared: split or "
            "merge criteria until the rubrics are of about one size."
        ),
        "begin_here": "begin with the criteria that the judge decides wrongly in these cases.",
        "weigh_anew": "people agree with every decision there: change the points or the threshold.",
        "label_items": (
            "label the criteria of these items: then it can be told whether decisions or points are to blame."
        ),
        "check_rubric": "read the criteria that it names; the judge's word alone proves nothing.",
        "check_testcase": "check the reference answers that it names; the judge's word alone proves nothing.",
    },
    no_labels=(
        "No criterion has a label, so nothing can be said of the judge: write `human: yes` or "
        "`human: no` at some criteria, and run again."
    ),
    kappa_undefined="Kappa is undefined: every label and every decision is the same.",
    f1_undefined="Macro F1 is undefined: it needs both yes and no, from the judge as from people.",
    few_labels="few labels ({labels}): it takes about {needed} to know the agreement to ten points.",
    undecided=(
        "Labels of decisions that the judge left open: {number}. They count neither for nor against it."
    ),
    not_judged="Labels of items that were not judged: {number}.",
    by_code=(
        "Labels of what code decides (checks, empty outputs): {number}. They say nothing about the judge."
    ),
    unlabelled="Decisions of the judge without a label: {number}. Whether they are right is not known.",
    several_models=(
        "Several models judged ({models}), and their decisions are counted together. For a report on one of "
        "them, give its results alone."
    ),
    repeated="Results left out, since another one about the same output counts: {number}.",
    without_machine="Items with a score by people and none by the machine: {number}.",
    without_feedback=(
        "Judged items without feedback: {number}. What the judge found weak there, and why, is not known."
    ),
    not_independent=(
        "The intervals take decisions as independent. Decisions about one output are not quite, so the true "
        "intervals are a little wider."
    ),
)
