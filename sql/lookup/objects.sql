-- All objects of each subject and predicate.
--
-- params:  $questions: (s iri, p iri)*
-- columns: s: iri, p: iri, o: term

SELECT f.s, f.p, f.o
FROM (VALUES $questions) AS q(s, p)
JOIN facts AS f ON f.s = q.s AND f.p = q.p
