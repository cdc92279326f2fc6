-- Where the sentences that express each fact name its subject and object; -1 for none.
--
-- params:  $facts: (s iri, p iri, o term)*
-- columns: s: iri, p: iri, o: term, text: str,
--          subject_start: int, subject_end: int, object_start: int, object_end: int

SELECT DISTINCT m.s, m.p, m.o, said.text,
       COALESCE(m.subject_start, -1) AS subject_start,
       COALESCE(m.subject_end, -1) AS subject_end,
       COALESCE(m.object_start, -1) AS object_start,
       COALESCE(m.object_end, -1) AS object_end
FROM (VALUES $facts) AS q(s, p, o)
JOIN mentions AS m ON m.s = q.s AND m.p = q.p AND m.o = q.o
JOIN sentences AS said ON said.id = m.sentence
