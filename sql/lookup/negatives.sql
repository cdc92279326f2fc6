-- What each subject and predicate are verified not to have: OWL's negative property assertions.
--
-- params:  $questions: (s iri, p iri)*, $source: iri, $property: iri, $targets: iri*
-- columns: s: iri, p: iri, o: term

SELECT source.o AS s, property.o AS p, target.o
FROM (VALUES $questions) AS q(s, p)
JOIN ontology AS source ON source.o = q.s
JOIN ontology AS property ON property.s = source.s AND property.o = q.p
JOIN ontology AS target ON target.s = source.s
WHERE source.p = $source
  AND property.p = $property
  AND target.p IN ($targets)
