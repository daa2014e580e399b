import { usePageWords } from '@/shared/hooks/language/page-words'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { Problem } from '@/shared/ui/page/problem'

/** Says that the page cannot be read, with a way to try again. */
export function UnreadProblem({ text, onRetry }: { text: 'unread' | 'quotation_unread'; onRetry: () => void }) {
  const { say } = usePageWords()
  useRecordTitle(say('your_quotation'))
  return (
    <Problem onRetry={onRetry} again={say('try_again')}>
      {say(text)}
    </Problem>
  )
}
