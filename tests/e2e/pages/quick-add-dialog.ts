import { expect, type Locator, type Page } from '@playwright/test'

/** Add New Task, with one draft unless said otherwise. */
export class QuickAddDialog {
  readonly page: Page
  readonly dialog: Locator
  readonly title: Locator
  readonly description: Locator
  readonly relatedTo: Locator
  readonly create: Locator
  readonly privateSwitch: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Add New Task' })
    this.title = this.dialog.getByRole('textbox', { name: 'Title' })
    this.description = this.dialog.getByRole('textbox', { name: 'Description' })
    this.relatedTo = this.dialog.getByRole('textbox', { name: 'Related To' })
    this.create = this.dialog.getByRole('button', { name: /^Create tasks?$/ })
    this.privateSwitch = this.dialog.getByRole('switch', { name: 'Private task' })
  }

  async open() {
    await this.page.getByRole('banner').getByRole('button', { name: 'Add New Task' }).click()
    await expect(this.description.first()).toBeVisible()
  }

  async cancel() {
    await this.dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(this.dialog).toBeHidden()
  }

  async assign(name: string) {
    await this.dialog
      .getByRole('textbox', { name: 'Assignees' })
      .or(this.dialog.getByRole('combobox', { name: 'Assignees' }))
      .fill(name)
    await this.page.getByRole('option', { name }).click()
  }

  async addChecklistItem(text: string) {
    await this.dialog.getByRole('textbox', { name: 'New checklist item' }).fill(text)
    await this.dialog.getByRole('textbox', { name: 'New checklist item' }).press('Enter')
  }

  async attach(name: string, mimeType: string, content = 'content') {
    await this.dialog.locator('input[type=file]').setInputFiles([{ name, mimeType, buffer: Buffer.from(content) }])
  }

  async says(text: string) {
    await expect(this.page.getByText(text, { exact: true }).first()).toBeVisible()
  }
}
