import { Button, List, Text } from '@mantine/core'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { checkProvider } from '../api/card-payment.mutation'

const names: Record<string, string> = {
  settings: 'Card payment is set up',
  token: 'The provider knows us',
  webhook: 'The key for its messages',
  order: 'An order over €1.00, which nobody pays',
}

/**
 * Checks whether the card payment provider can be reached. No secret is shown: the server answers yes or no with a
 * sentence.
 */
export function ProviderCheckScreen() {
  const { data, error, isPending, mutate } = useOneMutation({ mutationFn: checkProvider })
  return (
    <PageFrame
      title="Payment provider check"
      lead="Asks the provider for a token, a key and an unpaid order."
      width="text"
    >
      {error ? <Problem>{error.message}</Problem> : null}
      <Button loading={isPending} onClick={() => mutate()}>
        Check now
      </Button>
      <div role="status">
        {data ? (
          <List mt="md" spacing="xs">
            {data.map(({ name, works, words }) => (
              <List.Item key={name}>
                {names[name] ?? name}: <strong>{works ? 'works' : 'does not work'}</strong>
                {words ? <Text c="dimmed">{words}</Text> : null}
              </List.Item>
            ))}
          </List>
        ) : null}
      </div>
    </PageFrame>
  )
}
