"""llm-facteval's layout: triples and nodes by relation, and questions about them.

A data set is a folder, in which files are told by what they hold, wherever they lie:

- *triples*, ``tuples/RELATION.jsonl``: a line has ``subject_label``, ``object_label``,
  ``object_uri``, ``subject_uri`` and ``relation_info`` (``relation``, ``template``, ``label``,
  ``description``, ``type``, ``subject_symbol``, ``object_symbol``);
- *summaries*, ``tuples/RELATION.summary.json``: ``relation_info``, and in ``node_summary`` the
  ``objects`` and ``subjects`` of the relation, each with those it stands with;
- *questions*, ``questions_GENERATOR/RELATION.TYPE.jsonl``: a line has ``question_id``
  (``SUBJECT:OBJECT:RELATION:KIND:WHAT``), ``lm_input`` (``message``, ``prompt``), ``answers`` (a
  list of ``uri`` and ``label``, or *correct* or *incorrect*) and ``question_type``;
- *responses*, ``output.RELATION.TYPE.jsonl``: ``question_id``, ``predicted``, ``status_code``;
- ``kg/``, from which its extractor makes the first two: LAMA's files.

Where the published description and the published code differ, what the code writes is written, and
both are read. A summary has ``subjects`` within ``node_summary``, and nodes as ``subject_label``
and ``subject_uri``, in the code; beside it, and as bare URIs, in the description. A question has
``lm_input`` and ``question_type`` in the code, ``prompts`` (chat messages) in the description:
written lines have all three.
Source: Luo et al. 2023, *Systematic Assessment of Factual Knowledge in Large Language Models*.
"""

from kgforge.formats.facteval.answers import responses
from kgforge.formats.facteval.importing import read_items
from kgforge.formats.facteval.putting import questions
from kgforge.formats.facteval.writing import write_items

__all__ = ["questions", "read_items", "responses", "write_items"]
