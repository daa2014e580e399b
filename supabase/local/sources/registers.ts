/** A table with first rows that belong to the product, and their comparison: without generated values. */
export type Register = { table: string; key: readonly string[]; query: string }

const plain = (table: string, key: readonly string[], without: readonly string[] = []): Register => ({
  table,
  key,
  query: `select to_jsonb(t) - '{${without.join(',')}}'::text[] from ${table} as t`,
})

const ownIds = ['id', 'created_at', 'updated_at', 'published_at']

export const registers: readonly Register[] = [
  plain('private.record_kinds', ['kind']),
  plain('private.record_events', ['event']),
  plain('private.document_kinds', ['kind']),
  plain('private.document_transitions', ['kind', 'from_status', 'to_status']),
  plain('private.mail_variables', ['kind', 'name']),
  plain('private.file_rules', ['bucket', 'command']),
  plain('private.schedules', ['name']),
  plain('private.text_sources', ['source']),
  plain('private.text_fields', ['source', 'field']),
  plain('private.country_names', ['name']),
  plain('public.page_permissions', ['role', 'page_name']),
  plain('public.permissions', ['name'], ownIds),
  {
    table: 'public.role_permissions',
    key: ['role', 'name'],
    query: `select jsonb_build_object('role', r.role, 'name', p.name)
      from public.role_permissions r join public.permissions p on p.id = r.permission_id`,
  },
  plain('public.contact_types', ['name'], ownIds),
  plain('public.cost_accounts', ['code'], ownIds),
  plain('public.ledger_accounts', ['code'], ['created_at', 'label']),
  plain('public.account_rules', ['part', 'method'], ownIds),
  plain('public.hand_over_settings', ['id'], ['updated_at']),
  plain('public.company_settings', ['id'], ['updated_at']),
  plain('public.sign_in_settings', ['id'], ['updated_at']),
  plain('public.network_settings', ['id']),
  plain('public.website_metadata_settings', ['setting_key'], ['updated_at']),
  plain('public.email_templates', ['key', 'language'], ownIds),
  plain('public.policy_texts', ['kind', 'version'], ownIds),
  plain('public.site_pages', ['page'], ownIds),
  plain('storage.buckets', ['id'], ['created_at', 'updated_at']),
]
