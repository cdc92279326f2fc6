-- The subjects and objects of the facts that have no label in one language, all literals among
-- them.
--
-- params:  $language: str
-- columns: found: term

SELECT ends.found
FROM (SELECT s AS found FROM facts UNION SELECT o FROM facts) AS ends
WHERE ends.found NOT IN (
  SELECT entity FROM labels WHERE kind = 'label' AND language = $language
)
