-- Every predicate of the graph's facts.
--
-- columns: p: iri

SELECT DISTINCT p FROM facts
