-- Every statement of ontologies, and every type that was given beside the facts.
--
-- columns: s: iri, p: iri, o: term

SELECT s, p, o FROM ontology
