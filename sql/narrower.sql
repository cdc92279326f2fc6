-- What stands directly below classes, by facts or beside them.
--
-- params:  $classes: iri*, $sub: iri* = wdt:P279 rdfs:subClassOf
-- columns: class: iri, narrower: iri

SELECT DISTINCT o AS class, s AS narrower
FROM (SELECT s, p, o FROM facts UNION ALL SELECT s, p, o FROM ontology) AS said
WHERE p IN ($sub)
  AND o IN ($classes)
