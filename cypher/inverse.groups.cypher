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
WITH *, triples > other_triples AS turned
WITH collect({
  p: p, q: q, triples: triples, other_triples: other_triples, matches: matches,
  smaller: CASE WHEN turned THEN q ELSE p END, larger: CASE WHEN turned THEN p ELSE q END,
  body: CASE WHEN turned THEN other_triples ELSE triples END,
  head: CASE WHEN turned THEN triples ELSE other_triples END
}) AS rules
// All rules at once: of one rule at a time an engine would look at every fact for each.
CALL (rules) {
  MATCH (a)-[r]->(b)
  WHERE a <> b
    AND type(r) IN [one IN rules | one.smaller]  // for speed alone
  WITH b, type(r) AS smaller, count(*) AS times
  UNWIND [one IN rules WHERE one.smaller = smaller] AS rule
  WITH rule, b, times
  WHERE EXISTS { MATCH (b)-[:$(rule.larger)]->(any) WHERE b <> any }
  RETURN rule, sum(times) AS pca_body
}
RETURN rule.p AS p, rule.q AS q, rule.triples AS triples, rule.other_triples AS other_triples,
       rule.matches AS matches, rule.body AS body, pca_body, rule.head AS head
