// Of each pair of predicates: the triples of either, and how many pairs turn one another round.
// The body is the smaller of the two, so that the confidence is the larger share; for PCA confidence
// only those of its triples count whose object is a subject of the larger, the head.
//
// params:  $predicates: iri*, $others: iri*
// columns: p: iri, q: iri, triples: int, other_triples: int, matches: int,
//          body: int, pca_body: int, head: int

CALL () {
  MATCH (a)-[r]->(b)
  WHERE a <> b
  WITH type(r) AS p, count(*) AS triples
  RETURN collect({p: p, triples: triples}) AS counted
}
CALL () {
  MATCH (a)-[r]->(b)
  WHERE type(r) IN $predicates
    AND a <> b
  MATCH (b)-[s]->(a)
  WHERE type(s) IN $others
    AND type(s) <> type(r)
  RETURN type(r) AS p, type(s) AS q, count(*) AS matches
}
WITH p, q, matches,
     head([one IN counted WHERE one.p = p | one.triples]) AS triples,
     head([one IN counted WHERE one.p = q | one.triples]) AS other_triples
WITH *,
     CASE WHEN triples > other_triples THEN [q, p] ELSE [p, q] END AS rule,
     CASE WHEN triples > other_triples THEN other_triples ELSE triples END AS body,
     CASE WHEN triples > other_triples THEN triples ELSE other_triples END AS head
MATCH (a)-[:$(rule[0])]->(b)
WHERE a <> b
  AND EXISTS { MATCH (b)-[:$(rule[1])]->(any) WHERE b <> any }
RETURN p, q, triples, other_triples, matches, body, count(*) AS pca_body, head
