import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { provideAsker, type Question } from '../confirm'
import { useDialog } from './use-dialog'

/**
 * Asks the questions of `confirmChange` and `confirmRemoval`. Back answers no before it leaves the page. The confirmed
 * action runs after the question has left the address, so it may navigate.
 */
export function Questions() {
  const dialog = useDialog('question', 'asked')
  const [question, setQuestion] = useState<Question | null>(null)
  const confirmed = useRef<Question | null>(null)
  const waiting = useRef<Question | null>(null)
  const open = useEffectEvent((asked: Question) => {
    waiting.current?.onCancel?.()
    waiting.current = asked
    setQuestion(asked)
    dialog.open()
  })
  const close = useEffectEvent(() => dialog.close())
  useEffect(() => provideAsker((asked) => open(asked)), [])
  // The question is not in the address, so it is lost after a reload.
  useEffect(() => {
    if (dialog.isOpen && question === null) close()
  }, [dialog.isOpen, question])
  useEffect(() => {
    if (dialog.isOpen) return
    const [agreed, answered] = [confirmed.current, waiting.current]
    confirmed.current = null
    waiting.current = null
    if (agreed) agreed.onConfirm()
    else answered?.onCancel?.()
  }, [dialog.isOpen])
  if (question === null) return null
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={question.title} zIndex={400}>
      <Text>{question.text}</Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={dialog.close}>
          Cancel
        </Button>
        <Button
          {...(question.isDangerous ? { color: 'red' } : {})}
          onClick={() => {
            confirmed.current = question
            dialog.close()
          }}
        >
          {question.confirm}
        </Button>
      </Group>
    </Modal>
  )
}
