-- Every fact of some predicates.
--
-- params:  $predicates: iri*
-- columns: s: iri, p: iri, o: term

SELECT s, p, o
FROM facts
WHERE p IN ($predicates)
