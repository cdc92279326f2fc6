"""Questions with their answers: a plain table or lines of JSON, MQuAKE's cases, PopQA's table.

Each row of a file is a question. Its columns, or the fields of its object, are:

==================  ==============================================================================
``question``        what is asked; with ``[MASK]`` in it, it is a statement to be completed
``answer``          the right answer (or ``object``)
``answers``         instead: all right answers
``aliases``         further names of the answer
``answer_id``       what the answer is known by: an IRI, a CURIE, or an id of Wikidata
``subject``         what it asks about, and ``subject_id``
``relation``        what it asks of that, and ``relation_id``
``id``              what the question is called
``group``           what it is counted with; else its relation
``language``        a tag such as ``cs``; else ``en``
``split``           ``train``, ``validation`` or ``test``; else ``test``
==================  ==============================================================================

A cell of a table has several names as a list in JSON or parted by ``|``. Of ``answers`` each may be
a list of names itself, in JSON. MQuAKE (Zhong et al. 2023) and PopQA (Mallen et al. 2023) are told
by their own fields.
"""

from kgforge.formats.questions.importing import read_items, recognises

__all__ = ["read_items", "recognises"]
