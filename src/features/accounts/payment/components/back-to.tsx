import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { usePageWords } from '@/shared/hooks/language/page-words'
import type { Purpose } from '../api/owed.query'
import { documentPath } from '../documents'

const backTo = { invoice: 'back_to_invoice', statement: 'back_to_statement', account: 'back_to_account' } as const

/** The way back to the document that is paid. */
export function BackTo({ purpose, uuid }: { purpose: Purpose; uuid: string }) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  return (
    <Button component={Link} to={documentPath(purpose, uuid)} variant="default">
      {purpose === 'deposit' ? words.say('back_to_quotation') : say(backTo[purpose])}
    </Button>
  )
}
