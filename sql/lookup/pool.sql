-- The distinct objects of a predicate, from which distractors are drawn.
--
-- params:  $predicate: iri
-- columns: object: term

SELECT DISTINCT o AS object FROM facts WHERE p = $predicate
