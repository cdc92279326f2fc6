// The types of entities, by facts or beside them.
//
// params:  $entities: iri*, $type: iri*
// columns: entity: iri, kind: iri

CALL () {
  MATCH (entity)-[r]->(kind)
  WHERE entity.iri IN $entities
    AND type(r) IN $type
    AND kind.iri IS NOT NULL
    AND entity:Entity  // for speed alone
  RETURN entity.iri AS entity, kind.iri AS kind
  UNION ALL
  MATCH (axiom)
  WHERE axiom.subject IN $entities
    AND axiom.type IN $type
    AND axiom.object IS NOT NULL
    AND axiom:Axiom  // for speed alone
  RETURN axiom.subject AS entity, axiom.object AS kind
}
RETURN DISTINCT entity, kind
