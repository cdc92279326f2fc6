-- The objects of entities by some predicates.
--
-- params:  $entities: iri*, $predicates: iri*
-- columns: s: iri, p: iri, o: term

SELECT s, p, o
FROM facts
WHERE s IN ($entities)
  AND p IN ($predicates)
