import { Button, Center } from '@mantine/core'

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The next page of a list, while there is one. */
export const ShowMore = ({ of, children = 'Show more' }: { of: Paged; children?: string }) =>
  of.hasNextPage ? (
    <Center mt="md">
      <Button variant="default" loading={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {children}
      </Button>
    </Center>
  ) : null
