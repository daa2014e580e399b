import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isLanguage, type Language, languageLabel, languages } from '@/shared/domain/texts/languages'
import { paperTexts, type WithTexts } from '@/shared/domain/texts/papers/load'
import { Problem } from '@/shared/ui/page/problem'
import classes from './paper-in-language.module.css'

type Written = WithTexts<{ language: Language }>

/**
 * A paper as its client gets it, with a switch to look at it in another language. The paper that is kept, sent or saved stays in its
 * own.
 */
export function PaperInLanguage<Document extends Written>({
  document,
  children,
}: {
  document: Document
  children: (document: Document) => ReactNode
}) {
  const [chosen, setChosen] = useState<Language | null>(null)
  const language = chosen ?? document.language
  const isOther = language !== document.language
  const texts = useQuery({
    queryKey: ['texts of papers', language],
    queryFn: () => paperTexts(language),
    staleTime: Infinity,
    enabled: isOther,
  })
  const shown = isOther && texts.data ? { ...document, language, texts: texts.data } : document
  return (
    <>
      <NativeSelect
        className={classes.switch}
        label="Look at it in"
        value={language}
        description={isOther ? `The client gets it in ${languageLabel(document.language)}.` : null}
        onChange={({ currentTarget: { value } }) => setChosen(isLanguage(value) ? value : null)}
        data={languages.map(({ value, label }) => ({ value, label }))}
      />
      {isOther && texts.isError ? (
        <Problem onRetry={() => void texts.refetch()}>This language could not be loaded</Problem>
      ) : null}
      {children(shown)}
    </>
  )
}
