-- Every sentence, and the document it stands in.
--
-- columns: sentence: iri, text: str, source: str

SELECT id AS sentence, text, source FROM sentences
