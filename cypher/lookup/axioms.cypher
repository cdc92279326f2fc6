// Every statement of ontologies, and every type that was given beside the facts.
//
// columns: s: iri, p: iri, o: term

MATCH (axiom:Axiom)
RETURN axiom.subject AS s, axiom.predicate AS p, coalesce(axiom.object, axiom.literal) AS o
