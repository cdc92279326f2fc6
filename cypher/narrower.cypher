// What stands directly below classes, by facts or beside them.
//
// params:  $classes: iri*, $sub: iri* = wdt:P279 rdfs:subClassOf
// columns: class: iri, narrower: iri

CALL () {
  MATCH (narrower)-[r]->(class)
  WHERE class.iri IN $classes
    AND type(r) IN $sub
    AND class:Entity  // for speed alone
  RETURN class.iri AS class, narrower.iri AS narrower
  UNION ALL
  MATCH (axiom)
  WHERE axiom.object IN $classes
    AND axiom.type IN $sub
    AND axiom:Axiom  // for speed alone
  RETURN axiom.object AS class, axiom.subject AS narrower
}
RETURN DISTINCT class, narrower
