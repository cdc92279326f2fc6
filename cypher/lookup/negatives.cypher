// What each subject and predicate are verified not to have: OWL's negative property assertions.
//
// params:  $questions: (s iri, p iri)*, $source: iri, $property: iri, $targets: iri*
// columns: s: iri, p: iri, o: term

UNWIND $questions AS q
MATCH (source)
WHERE source.object = q.s
  AND source.predicate = $source
  AND source:Axiom  // for speed alone
MATCH (property)
WHERE property.subject = source.subject
  AND property.predicate = $property
  AND property.object = q.p
  AND property:Axiom  // for speed alone
MATCH (target)
WHERE target.subject = source.subject
  AND target.predicate IN $targets
  AND target:Axiom  // for speed alone
RETURN q.s AS s, q.p AS p, coalesce(target.object, target.literal) AS o
