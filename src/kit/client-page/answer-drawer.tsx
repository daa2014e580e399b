import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageWords } from '@/shared/hooks/language/page-words'
import classes from './answer-drawer.module.css'

const parts = {
  inner: classes.inner ?? '',
  content: classes.content ?? '',
  header: classes.part ?? '',
  body: classes.part ?? '',
}

/** Where a client answers on their page: a sheet at the lower edge of a phone, a dialog on a wide window. */
export function AnswerDrawer({
  title,
  opened = true,
  onClose,
  children,
}: {
  title: string
  opened?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { say } = usePageWords()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      closeButtonProps={{ 'aria-label': say('close') }}
      classNames={parts}
    >
      {children}
    </Drawer>
  )
}
