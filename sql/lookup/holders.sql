-- The distinct subjects of a predicate, from which distractors of a subject are drawn.
--
-- params:  $predicate: iri
-- columns: subject: iri

SELECT DISTINCT s AS subject FROM facts WHERE p = $predicate
