// Of each pair of predicates: the triples of either, and how many pairs turn one another round.
// The body is the smaller of the two, so that the confidence is the larger share.
//
// params:  $predicates: iri*, $others: iri*
// columns: p: iri, q: iri, triples: int, other_triples: int, matches: int, body: int

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
RETURN p, q, triples, other_triples, matches,
       CASE WHEN triples < other_triples THEN triples ELSE other_triples END AS body
