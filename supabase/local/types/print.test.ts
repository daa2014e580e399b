import { expect, test } from 'vitest'
import { openEngine } from '../engine/open-engine.ts'
import { readCatalog } from './catalog.ts'
import { printTypes } from './print.ts'

const schema = `
  create type press_state as enum ('idle', 'printing');
  create table presses (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    state press_state not null default 'idle',
    inks text[],
    number int generated always as identity,
    settings jsonb not null
  );
  create table press_keepers (press_id uuid primary key references presses (id), user_id uuid not null);
  create view busy_presses as select id, name from presses where state = 'printing';
  create function can_print(press uuid, copies int default 1) returns boolean language sql as 'select true';
  create function nearest_press() returns setof presses language sql as 'select * from presses limit 1';
  create function press_load() returns table (name text, jobs bigint) language sql as 'select name, 0::bigint from presses';
  create function touch() returns trigger language plpgsql as 'begin return new; end';`

test('types say what may be read, what must be written, and what belongs together', async () => {
  await using stack = new AsyncDisposableStack()
  const engine = stack.adopt(await openEngine({}), (opened) => opened.close())
  await engine.exec(schema)

  const printed = printTypes(await readCatalog(engine))
  const database = printed.slice(printed.indexOf('  public: {'), printed.indexOf('type Public'))

  expect(database).toBe(`  public: {
    Tables: {
      press_keepers: {
        Row: {
          press_id: string
          user_id: string
        }
        Insert: {
          press_id: string
          user_id: string
        }
        Update: {
          press_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'press_keepers_press_id_fkey'
            columns: ['press_id']
            isOneToOne: true
            referencedRelation: 'presses'
            referencedColumns: ['id']
          },
        ]
      }
      presses: {
        Row: {
          id: string
          inks: string[] | null
          name: string
          number: number
          settings: Json
          state: Database['public']['Enums']['press_state']
        }
        Insert: {
          id?: string
          inks?: string[] | null
          name: string
          number?: never
          settings: Json
          state?: Database['public']['Enums']['press_state']
        }
        Update: {
          id?: string
          inks?: string[] | null
          name?: string
          number?: never
          settings?: Json
          state?: Database['public']['Enums']['press_state']
        }
        Relationships: []
      }
    }
    Views: {
      busy_presses: {
        Row: {
          id: string | null
          name: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      can_print: { Args: { copies?: number; press: string }; Returns: boolean }
      nearest_press: { Args: never; Returns: Database['public']['Tables']['presses']['Row'][]; SetofOptions: { from: '*'; to: 'presses'; isOneToOne: false; isSetofReturn: true } }
      press_load: { Args: never; Returns: { jobs: number; name: string }[] }
    }
    Enums: {
      press_state: 'idle' | 'printing'
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

`)
})
