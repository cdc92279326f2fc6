-- The sentences that express each fact, and the documents they stand in.
--
-- params:  $facts: (s iri, p iri, o term)*
-- columns: s: iri, p: iri, o: term, text: str, source: str

SELECT DISTINCT m.s, m.p, m.o, said.text, said.source
FROM (VALUES $facts) AS q(s, p, o)
JOIN mentions AS m ON m.s = q.s AND m.p = q.p AND m.o = q.o
JOIN sentences AS said ON said.id = m.sentence
