"""The calibration report in English."""

from __future__ import annotations

from pytest_rubric.gating.calibration.words import Words

ENGLISH = Words(
    title="Calibration report",
    basis="Basis",
    agreement="Judge and people",
    criteria="Criterion by criterion",
    scores="Scores",
    reword="Criteria to reword",
    findings="Findings",
    weaknesses="Weaknesses by cause",
    unknown="What these results don't tell",
    source="{name}: {items} results",
    models="Judged by: {models}",
    labels="Labels of people: {labels}; beside a decision of the judge: {compared}",
    agreement_table=(
        "Decisions",
        "Agree",
        "Agreement",
        "95 %",
        "Kappa",
        "Macro F1",
        "Judge yes, people no",
        "Judge no, people yes",
    ),
    criteria_table=(
        "Criterion",
        "Agree",
        "Agreement",
        "95 %",
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
    nothing_compared="There is no decision of the judge with a label beside it.",
    like_chance=(
        "By these labels the judge can't be told from one that answers by chance (the interval of kappa "
        "reaches 0): label more, or take a more capable judge, before anything is reworded."
    ),
    no_scores="People gave no score beside a score of the machine.",
    difference="Machine minus people: {mean} points on average over {items} items{interval}",
    distance="Apart, whichever is higher: {mean} points on average",
    correlation="Correlation (Pearson): {value}",
    no_correlation={
        "few": "Correlation: undefined below three items",
        "people": "Correlation: undefined, all scores of people are the same",
        "machine": "Correlation: undefined, all scores of the machine are the same",
    },
    same_side="On the same side of the threshold: {same} of {items}",
    no_findings="Nothing stands out.",
    nothing_to_reword="None, as far as labels go.",
    reword_line="{subject}: {advice} (finding {number})",
    suspicion="A suspicion, not borne out by labels: ",
    what_to_do="What to do: {advice}",
    decision="{place} #{id}: judge {machine}, {human}{reason}",
    no_label="no label",
    people_say="people {status}",
    sided="{place}: machine {machine}, people {human}, threshold {threshold}{reason}",
    outcome="{place}: {machine} ({passed}), by labels {by_labels} ({would_pass}), threshold {threshold}",
    passes="passes",
    fails="fails",
    outcomes="Cases labelled throughout: {cases}; by their labels so many would come out otherwise: {turned}",
    measured="{place}: {value}",
    colon=": ",
    quoted='"{text}"',
    causes={"prompt": "the prompt", "rubric": "the rubric", "testcase": "the test case"},
    kinds={
        "judge_wrong": (
            "The judge decides {subject} otherwise than people in {wrong} of {labelled} labelled decisions "
            "(yes where people say no: {false_yes}; no where people say yes: {false_no})."
        ),
        "check_wrong": (
            "A check decides {subject} otherwise than people in {wrong} of {labelled} labelled decisions."
        ),
        "contradictory_labels": (
            "Labels of people contradict each other: {decisions}. What they are about counts for "
            "nothing here."
        ),
        "always_met": "{subject} is met in all {cases} cases; people confirm {confirmed} of these decisions.",
        "never_met": (
            "{subject} is met in none of {cases} cases; people confirm {confirmed} of these decisions."
        ),
        "never_violated": "{subject} is violated in none of {cases} cases.",
        "safe_zone": "All {items} scores lie between 75 and 85.",
        "always_low": "{subject} is below 60 % in all {cases} cases, and others are not.",
        "penalty_fires": (
            "The penalty {subject} fires in {cases} cases; people call that normal behaviour: "
            "{normal}, a fault: {bad}."
        ),
        "rubric_sizes": (
            "Criteria of the smallest rubric: {smallest}, of the largest: {largest}, more than twice as many."
        ),
        "other_side": "People put {items} of {of} scored items on the other side of the threshold.",
        "turned_outcomes": (
            "By labels {turned} of {cases} cases labelled throughout would come out otherwise."
        ),
        "confirmed_losses": "Losses that people confirm: {decisions}, in this many cases: {cases}.",
        "judge_blames": (
            "Weaknesses that the judge lays to {cause}: {remarks}, in this many cases: {cases}."
        ),
    },
    advice={
        "agree_on_labels": "agree on one label for each, and write that into the case.",
        "look_at_one": (
            "one decision says little; read the judge's reason, and label this criterion in more cases."
        ),
        "say_what_is_not_enough": (
            "reword it, since the judge is content with less than people are: say what is not "
            "enough, or split it."
        ),
        "say_what_is_enough": (
            "reword it, since the judge asks for more than people do: say what is enough."
        ),
        "say_both": (
            "reword it, since it can be read in two ways: say what is enough and what is not, or split it."
        ),
        "mend_check": "mend the check, or drop `check` and let the judge decide.",
        "make_harder": (
            "it tells no output from another; ask for more, or give its points to criteria that do."
        ),
        "teach_or_drop": (
            "teach it in the prompt; where no good answer would do it, take it out of the rubric."
        ),
        "add_violation": (
            "whether the judge would see a violation can't be known; add a case whose output has one."
        ),
        "spread_scores": (
            "give more points to what matters most, and add criteria that only a good output meets."
        ),
        "reread_dimension": "people decide otherwise; reword its criteria before the prompt is touched.",
        "teach_dimension": (
            "look at the prompt first; label its criteria to know whether they ask for too much."
        ),
        "label_penalty": (
            "whether that is normal behaviour can't be known from these results; label it as "
            "`violated` or `clean`."
        ),
        "narrow_penalty": "reword it: say what it does not mean, or take off fewer points.",
        "widen_penalty": "reword it, since the judge overlooks what people see: say what it covers as well.",
        "mend_prompt": "these are faults of the output; mend the prompt.",
        "level_sizes": (
            "one criterion weighs differently in each, so that their scores can't be compared; split "
            "or merge "
            "criteria until they are alike."
        ),
        "begin_here": "begin with the criteria that are decided wrongly there: they cost an outcome.",
        "weigh_anew": "people share every single decision there; change points or the threshold.",
        "label_items": (
            "label the criteria of these items, to know whether decisions or points are to blame."
        ),
        "check_rubric": "read the criteria that it names; the judge's word alone proves nothing.",
        "check_testcase": "check the reference answers that it names; the judge's word alone proves nothing.",
    },
    no_labels=(
        "No criterion has a label, so nothing can be said of the judge: write `human: yes` or "
        "`human: no` at some."
    ),
    kappa_undefined="Kappa is undefined: every label and every decision is the same.",
    f1_undefined="Macro F1 is undefined: it needs both yes and no, from the judge as from people.",
    few_labels=("{labels} labels are few: with about {needed} the agreement would be known to ten points."),
    undecided=(
        "Labels beside which the judge left the decision open: {number}. They count neither for nor "
        "against it."
    ),
    not_judged="Labels of items that were not judged: {number}.",
    by_code=(
        "Labels of what code decides (checks, empty outputs): {number}. They say nothing about the judge."
    ),
    unlabelled="Decisions of the judge without a label: {number}. Whether they are right is not known.",
    several_models=(
        "Several models judged ({models}), and their decisions are counted together; for one of "
        "them, give its "
        "results alone."
    ),
    repeated="Results that a later one about the same output replaces: {number}.",
    without_machine="Scores of people beside which the machine has none: {number}.",
    without_feedback=(
        "Judged items without feedback: {number}. Which weaknesses the judge saw there, and their "
        "causes, is not known."
    ),
    not_independent=(
        "Intervals take decisions as independent. Those about one output are not quite, so that the true "
        "intervals are a little wider."
    ),
)
