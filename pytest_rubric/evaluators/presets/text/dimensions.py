"""What the text family looks at: the dimensions of its four presets, critical ones first."""

from __future__ import annotations

from pytest_rubric.evaluators.presets.graded.model import Dimension

AI_FLAVOR = (
    Dimension(
        "template_opening",
        {"en": "template opening", "zh": "模板化开篇"},
        {
            "en": (
                "a stock opening that announces instead of saying. A whole formula paragraph that could be "
                "left out is moderate at least."
            ),
            "zh": "套话式的开头，只宣布而不说事。整段可以删去的套话，至少 moderate。",
        },
    ),
    Dimension(
        "template_closing",
        {"en": "template closing", "zh": "模板化结尾"},
        {
            "en": "a stock ending. A whole formula paragraph that could be left out is moderate at least.",
            "zh": "套话式的结尾。整段可以删去的套话，至少 moderate。",
        },
    ),
    Dimension(
        "mechanical_transitions",
        {"en": "mechanical transitions", "zh": "机械连接词"},
        {
            "en": (
                "links set by habit, not by thought. A single phrase that only says that the next thing "
                "matters, and could go, is minor."
            ),
            "zh": "出于习惯而不是思路的连接词。单独一句可以删去的“下面这点很重要”之类，minor。",
        },
    ),
    Dimension(
        "generic_names",
        {"en": "generic names", "zh": "泛化人物名称"},
        {
            "en": (
                "people or firms with placeholder names. One in passing is minor; main figures that come "
                "back "
                "again and again are severe. Real people and firms are safe."
            ),
            "zh": (
                "用占位名字的人物或公司。偶尔提一次，minor；反复出现的主要人物，severe。真实的人和公司，"
                "safe。"
            ),
        },
    ),
    Dimension(
        "empty_summary",
        {"en": "empty summary", "zh": "空洞总结"},
        {
            "en": "a conclusion or moral that repeats what was said, or could stand under any text.",
            "zh": "重复前文、放在哪篇文字后面都行的总结或升华。",
        },
    ),
    Dimension(
        "politeness_overuse",
        {"en": "too much politeness", "zh": "过度礼貌"},
        {
            "en": (
                "praise of the question, offers and apologies beyond what fits. Courtesy that fits a service "
                "dialogue is safe."
            ),
            "zh": "夸奖提问、主动示好、道歉超出合适的程度。客服对话中得体的礼貌，safe。",
        },
    ),
)

FORMAT = (
    Dimension(
        "numbering_continuity",
        {"en": "numbering", "zh": "序号连续性"},
        {
            "en": (
                "numbers and letters of lists and headings run on. A number used twice is moderate at least."
            ),
            "zh": "列表和标题的序号前后相接。序号重复，至少 moderate。",
        },
    ),
    Dimension(
        "citation_mark_correctness",
        {"en": "citation marks", "zh": "引用标记"},
        {
            "en": (
                "marks of sources and notes. Only the style is off: minor. The target is missing: "
                "moderate or "
                "severe."
            ),
            "zh": "出处和注释的标记。只是样式不对，minor；所指的条目不存在，moderate 或 severe。",
        },
    ),
    Dimension(
        "list_hierarchy",
        {"en": "list hierarchy", "zh": "列表层级"},
        {
            "en": "levels of lists and headings are nested in order, and things of one rank look alike.",
            "zh": "列表和标题逐级嵌套，同级的写法一致。",
        },
    ),
    Dimension(
        "punctuation_standardization",
        {"en": "punctuation", "zh": "标点"},
        {
            "en": (
                "punctuation fits the language. Full-width and half-width marks mixed throughout, or a pair "
                "that is never closed, is moderate at least."
            ),
            "zh": "标点符合该语言的习惯。全角半角通篇混用，或成对的标点没有闭合，至少 moderate。",
        },
    ),
    Dimension(
        "layout_consistency",
        {"en": "layout", "zh": "排版"},
        {
            "en": (
                "headings, paragraphs and emphasis are set alike. Three kinds of headings that don't go "
                "together are severe."
            ),
            "zh": "标题、段落、强调的样式一致。三种互不相容的标题写法，severe。",
        },
    ),
    Dimension(
        "tabular_format",
        {"en": "tables", "zh": "表格"},
        {
            "en": (
                "rows and columns match. A table whose columns are not fully marked off is moderate at least."
            ),
            "zh": "行列对应。表格的列没有完整分隔，至少 moderate。",
        },
    ),
    Dimension(
        "special_format_correctness",
        {"en": "special formats", "zh": "特殊格式"},
        {
            "en": (
                "addresses, dates, amounts of money, numbers. Three notations for one kind of value are "
                "moderate at least."
            ),
            "zh": "网址、日期、金额、数字。同一类值有三种写法，至少 moderate。",
        },
    ),
)

LANGUAGE = (
    Dimension(
        "primary_language_match",
        {"en": "language of the answer", "zh": "主语言匹配"},
        {
            "en": (
                "the OUTPUT is in the language of the INPUT, or in the one that it asks for. All of it in "
                "another language is severe."
            ),
            "zh": "输出使用输入的语言，或输入要求的语言。通篇是另一种语言，severe。",
        },
    ),
    Dimension(
        "unnecessary_mixing",
        {"en": "needless mixing", "zh": "非必要混杂"},
        {
            "en": (
                "foreign words in prose of one language. Three or more ordinary ones that have an "
                "established "
                "local word are severe."
            ),
            "zh": "单一语言的行文中夹杂外语词。三个以上（含三个）有现成本地说法的普通外语词，severe。",
        },
    ),
    Dimension(
        "code_switch_rationale",
        {"en": "reason for switching", "zh": "代码切换理由"},
        {
            "en": "where the language changes, the reader can see why.",
            "zh": "切换语言的地方，读者看得出理由。",
        },
    ),
    Dimension(
        "bilingual_handling",
        {"en": "two languages", "zh": "双语场景处理"},
        {
            "en": (
                "an INPUT in two languages gets an answer that serves both. Separate questions in two "
                "languages, all answered in one, are moderate at least. An INPUT in one language is safe."
            ),
            "zh": (
                "输入用了两种语言时，回答照顾到两者。用两种语言分别提的问题，只用一种语言作答，"
                "至少 moderate。"
                "输入只用一种语言，safe。"
            ),
        },
    ),
)

CONCISENESS = (
    Dimension(
        "expression_efficiency",
        {"en": "efficiency", "zh": "表达效率"},
        {
            "en": "the same said twice, roundabout wording, words that carry nothing.",
            "zh": "同样的意思说两遍，绕弯子，没有内容的词句。",
        },
    ),
    Dimension(
        "cliche_condensation",
        {"en": "stock phrases", "zh": "套话精简"},
        {
            "en": "stock phrases that make the OUTPUT longer. Only their length counts, not their tone.",
            "zh": "让输出变长的套话。只看占了多少篇幅，不看语气。",
        },
    ),
    Dimension(
        "main_focus",
        {"en": "focus", "zh": "主需求聚焦"},
        {
            "en": "things that the INPUT does not ask for and that its answer does not need.",
            "zh": "输入没有问、回答也用不着的内容。",
        },
    ),
    Dimension(
        "information_completeness",
        {"en": "completeness", "zh": "信息完整"},
        {
            "en": (
                "cut too short: steps, conditions or limits that the reader needs are missing. Quote the "
                "words beside which they should stand."
            ),
            "zh": "删得过头：缺少读者需要的步骤、条件或限制。引文抄它本该所在之处的原话。",
        },
    ),
)
