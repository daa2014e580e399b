import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { secretInGroups } from '@/machines/second-factor/codes'
import { qrPath } from '@/documents/paper/qr-path'
import classes from './second-factor.module.css'

/** What an authenticator app scans, and the same to be typed. Loaded apart: the writer of codes is not on any first page. */
export default function NewDevice({ uri, secret }: { uri: string; secret: string }) {
  const { side, path } = qrPath(uri)
  return (
    <Stack gap="sm">
      <Text size="sm">Scan this code with an authenticator app on your phone. Any app for one-time codes works.</Text>
      <div className={classes.qr}>
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label="QR code for your authenticator app">
          <path d={path} shapeRendering="crispEdges" />
        </svg>
      </div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div>
          <Text size="sm" c="dimmed">
            Or type this key into the app
          </Text>
          <Text className={classes.secret ?? ''} data-testid="secret">
            {secretInGroups(secret)}
          </Text>
        </div>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" flex="none" onClick={copy}>
              {copied ? 'Copied' : 'Copy key'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
