"""The page's script: it chooses and orders the cases, and unfolds a report that a link leads to.

It reads what stands in the page and writes numbers only, so that no text of a case becomes HTML.
"""

from __future__ import annotations

SCRIPT = """
(function () {
  "use strict";
  var table = document.getElementById("cases"), form = document.getElementById("choice");
  if (!table || !form) { return; }
  var field = function (id) { return document.getElementById(id); };
  var rows = Array.prototype.slice.call(table.tBodies), words = [];
  // the name and title, and the line below; never the report, which would take seconds
  var wordsOf = function (at) {
    if (words[at] === undefined) {
      words[at] = (rows[at].rows[0].textContent + " " +
        rows[at].querySelector("summary").textContent).toLowerCase();
    }
    return words[at];
  };
  var choose = function () {
    var asked = field("words").value.toLowerCase().trim().split(/\\s+/);
    var state = field("state").value, tag = field("tag").value, shown = 0;
    rows.forEach(function (row, at) {
      var fits = (!state || row.dataset.state === state) &&
        (!tag || (" " + (row.dataset.tags || "") + " ").indexOf(" " + tag + " ") >= 0) &&
        asked.every(function (word) { return !word || wordsOf(at).indexOf(word) >= 0; });
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    field("shown").textContent = shown + " of " + rows.length + " cases shown";
  };
  var number = function (row, name, missing) {
    return row.dataset[name] === undefined ? missing : Number(row.dataset[name]);
  };
  var name = function (row) { return row.rows[0].cells[0].textContent; };
  var orders = {
    worst: null,
    run: function (a, b) { return number(a, "run", 0) - number(b, "run", 0); },
    low: function (a, b) { return number(a, "score", 101) - number(b, "score", 101); },
    high: function (a, b) { return number(b, "score", -1) - number(a, "score", -1); },
    fell: function (a, b) { return number(b, "fell", -101) - number(a, "fell", -101); },
    name: function (a, b) { return name(a).localeCompare(name(b)); }
  };
  var order = function () {
    var by = orders[field("order").value], sorted = by ? rows.slice().sort(by) : rows;
    var all = document.createDocumentFragment();
    sorted.forEach(function (row) { all.appendChild(row); });
    table.appendChild(all);
  };
  var fold = function (open) {
    rows.forEach(function (row) {
      if (!row.hidden) { row.querySelector("details").open = open; }
    });
  };
  // a link to a report leads there, whatever is hidden or folded
  var follow = function () {
    var found = /^#case-\\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (found) {
      found.closest("tbody").hidden = false;
      found.closest("details").open = true;
      found.closest("tbody").scrollIntoView();
    }
  };
  var waiting = 0;
  field("words").addEventListener("input", function () {
    clearTimeout(waiting);
    waiting = setTimeout(choose, 150);
  });
  field("state").addEventListener("change", choose);
  field("tag").addEventListener("change", choose);
  field("order").addEventListener("change", order);
  field("open").addEventListener("click", function () { fold(true); });
  field("close").addEventListener("click", function () { fold(false); });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  window.addEventListener("hashchange", follow);
  form.hidden = false;
  // what a browser remembers of an earlier visit
  choose();
  order();
  follow();
})();
"""
