import type { DocumentLine } from '@/documents/lines'
import { usePageWords } from '@/shared/hooks/language/page-words'
import type { Typed } from './use-typed'

/** Begins a question about a line, in what the client typed for the office. */
export function useQuestion(lines: readonly DocumentLine[], setTyped: (toNext: (now: Typed) => Typed) => void) {
  const { say } = usePageWords()
  const aboutLine = (description: string) => say('about_line', { line: description.slice(0, 200) })
  return ({ description }: { description: string }) =>
    setTyped(({ words, ...rest }) => ({
      ...rest,
      words: {
        ...words,
        ask:
          aboutLine(description) +
          withoutLine(
            words.ask,
            lines.map((line) => aboutLine(line.description)),
          ),
      },
    }))
}

/** A begun question without the line that it was begun on: it is asked about another one now. */
const withoutLine = (words: string, abouts: readonly string[]): string => {
  const about = abouts.find((each) => words.startsWith(each.trimEnd()))
  return about === undefined ? words : words.slice(about.trimEnd().length).trimStart()
}
