import { Button, Group, Image, Stack, Text } from '@mantine/core'
import { IconChecklist, IconFile, IconReceipt, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { AddSharedFiles } from '@/features/production/jobs/components/add-shared-files'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { readShare, type Share } from '@/shared/lib/shared-files'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { allows } from '../routing/access'
import { viewersOf } from '../route-sets/route'
import classes from './shared.module.css'

/** /share-target: what another program shared with the installed app, and what it becomes. */
export function Shared() {
  // What is kept changes with each share: it is read anew.
  const share = useQuery({
    queryKey: ['shared files'],
    queryFn: readShare,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })
  if (share.isPending) return <LineSkeletons count={3} height={88} />
  return (
    <PageFrame title="Shared with you" width="text">
      {share.data ? <Choices share={share.data} /> : <Nothing />}
    </PageFrame>
  )
}

const Nothing = () => (
  <EmptyScreen icon={<IconShare stroke={1.5} />} title="Nothing is waiting here">
    Install the app on this device. Then share a photo or a PDF with it from another program.
  </EmptyScreen>
)

function Choices({ share }: { share: Share }) {
  const rights = useRights()
  const { title, text, files } = share
  const isBill = files.length === 1 && can(rights, 'supplier-invoices', 'create')
  const isForJobs = files.length > 0 && allows(viewersOf('jobs'), rights) && can(rights, 'jobs', 'edit')
  return (
    <Stack gap="lg">
      <ul className={classes.files} aria-label="Shared files">
        {files.map((file, nth) => (
          <li key={nth}>
            <Preview file={file} />
            <Text size="sm">{file.name}</Text>
          </li>
        ))}
      </ul>
      {title || text ? <Text className={classes.words}>{[title, text].filter(Boolean).join('\n')}</Text> : null}
      <Group gap="sm">
        {can(rights, 'tasks', 'create') ? (
          <Button
            component={Link}
            to={`${linkTo('/tasks')}?new-task=shared`}
            leftSection={<IconChecklist size={18} stroke={1.5} aria-hidden />}
          >
            New task
          </Button>
        ) : null}
        {isBill ? (
          <Button
            variant="default"
            component={Link}
            to={`${linkTo('/supplier-invoices')}?new=yes&receipt=shared`}
            leftSection={<IconReceipt size={18} stroke={1.5} aria-hidden />}
          >
            Bill of a supplier
          </Button>
        ) : null}
      </Group>
      {isForJobs ? <AddSharedFiles files={files} /> : null}
    </Stack>
  )
}

function Preview({ file }: { file: File }) {
  const address = useMemo(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return address === null ? (
    <IconFile size={32} stroke={1.5} aria-hidden />
  ) : (
    <Image src={address} alt="" w={144} h={96} fit="cover" />
  )
}
