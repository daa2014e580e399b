import { expect, type Locator, type Page } from '@playwright/test'

/** The dialog of one task, above any screen. */
export class TaskPage {
  readonly page: Page
  readonly dialog: Locator
  readonly comment: Locator
  readonly description: Locator
  readonly addButton: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Task' })
    this.comment = this.dialog.getByRole('textbox', { name: 'Comment' })
    this.description = this.dialog.getByRole('textbox', { name: 'Description' })
    this.addButton = this.dialog.getByRole('button', { name: 'Add comment' })
  }

  /** Opens the task and waits until the top bar says Live: other people's changes are pushed. */
  async open(taskId: string, screen = '/dashboard') {
    await this.page.goto(`${screen}?task=${taskId}`)
    await expect(this.comment).toBeVisible({ timeout: 30_000 })
    await expect(this.page.getByText('Live', { exact: true })).toBeVisible()
  }

  async write(text: string) {
    await this.comment.click()
    await this.page.keyboard.type(text)
  }

  /** Writes before the description's existing text. */
  async writeDescription(text: string) {
    await this.description.click()
    await this.page.keyboard.press('Control+Home')
    await this.page.keyboard.type(text)
  }

  async say(text: string) {
    await this.write(text)
    await this.addButton.click()
  }

  async attach(name: string, type: string, bytes: Buffer) {
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      this.dialog.getByRole('button', { name: 'Attach files' }).click(),
    ])
    await chooser.setFiles({ name, mimeType: type, buffer: bytes })
  }

  line = (text: string): Locator => this.dialog.getByRole('checkbox', { name: text })

  said = (text: string): Locator => this.dialog.getByRole('listitem').filter({ hasText: text })

  async toasts(text: string) {
    await expect(this.page.getByText(text, { exact: true }).first()).toBeVisible()
  }
}
