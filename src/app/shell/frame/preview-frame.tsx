import { Stack, Text } from '@mantine/core'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'

/** A screen of a preview or an embedding builder that nobody is signed in to: its frame, and no data (spec 1 §2.6). */
export const PreviewFrame = ({ title }: { title: string }) => (
  <PageFrame title={title}>
    <Stack>
      <Text c="dimmed">This is a preview. Sign in to see data here.</Text>
      <LineSkeletons count={6} height={36} />
    </Stack>
  </PageFrame>
)
