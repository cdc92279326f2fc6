-- All subjects of each predicate and entity: what a symmetric twin or an inverse entails.
--
-- params:  $questions: (p iri, o iri)*
-- columns: p: iri, o: iri, s: iri

SELECT f.p, f.o, f.s
FROM (VALUES $questions) AS q(p, o)
JOIN facts AS f ON f.p = q.p AND f.o = q.o
