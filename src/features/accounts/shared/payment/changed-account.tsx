import { Text } from '@mantine/core'
import { changedAccountText, type PayTo } from '@/documents/paper/payment'
import { usePaperTexts } from '@/kit/client-page/use-paper-texts'

/** Tells the client that the bank account on the paper is not that of today. */
export function ChangedAccount({ to }: { to: PayTo }) {
  return (
    <Text role="status" fw={600}>
      {changedAccountText(to, usePaperTexts())}
    </Text>
  )
}
