-- Every mention of a fact in a sentence, with the spans of subject and object; -1 for none.
--
-- columns: sentence: iri, text: str, source: str, s: iri, p: iri, o: term,
--          subject_start: int, subject_end: int, object_start: int, object_end: int

SELECT m.sentence, said.text, said.source, m.s, m.p, m.o,
       COALESCE(m.subject_start, -1) AS subject_start,
       COALESCE(m.subject_end, -1) AS subject_end,
       COALESCE(m.object_start, -1) AS object_start,
       COALESCE(m.object_end, -1) AS object_end
FROM mentions AS m
JOIN sentences AS said ON said.id = m.sentence
