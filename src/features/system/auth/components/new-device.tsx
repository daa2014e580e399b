import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useSay } from '@/kit/client-page/use-say'
import { signInPart } from '@/shared/domain/texts/sign-in/part'
import { secretInGroups } from '@/machines/second-factor/codes'
import { qrPath } from '@/documents/paper/qr-path'
import classes from './second-factor.module.css'

/** What an authenticator app scans, and the same to be typed. Loaded apart: the writer of codes is not on any first page. */
export default function NewDevice({ uri, secret }: { uri: string; secret: string }) {
  const { side, path } = qrPath(uri)
  const say = useSay(signInPart)
  return (
    <Stack gap="sm">
      <Text size="sm">{say('scan')}</Text>
      <div className={classes.qr}>
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={say('qr')}>
          <path d={path} shapeRendering="crispEdges" />
        </svg>
      </div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div>
          <Text size="sm" c="dimmed">
            {say('type_key')}
          </Text>
          <Text className={classes.secret ?? ''} data-testid="secret">
            {secretInGroups(secret)}
          </Text>
        </div>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" flex="none" onClick={copy}>
              {say(copied ? 'copied' : 'copy_key')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
