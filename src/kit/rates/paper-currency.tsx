import { Text } from '@mantine/core'
import { dayText } from '@/shared/domain/text/formats'
import { currencyOfPaper } from './rate-words'

/** Under the head of a paper that is not in the currency of the books: its currency, its rate, and the day that this is of. */
export function PaperCurrency({ currency, rate, at }: { currency: string; rate: string; at: string }) {
  const words = currencyOfPaper({ currency, rate })
  return words === null ? null : (
    <Text span size="sm" c="dimmed">
      {`${words} (${dayText(at)})`}
    </Text>
  )
}
