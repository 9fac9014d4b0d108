import { Download, Plus, Printer, Trash2 } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { Choice, Combobox, type Option, SmallChoice } from '../parts/choice.tsx';
import { CollectionPage } from '../parts/collection.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { DateField, DateRange } from '../parts/date-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LongField, Switch, TextField, Tick } from '../parts/field.tsx';
import { FileDrop } from '../parts/file-drop.tsx';
import { FilterMenu, Popup } from '../parts/filter-menu.tsx';
import { GuideStep } from '../parts/guide-step.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ActionMenu, Tip } from '../parts/menu.tsx';
import { NameMark } from '../parts/name-mark.tsx';
import { Empty, Failure, Skeleton, Warnings } from '../parts/notices.tsx';
import { Pictures } from '../parts/pictures.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import { State, Status } from '../parts/status.tsx';
import { toast } from '../parts/toasts.tsx';
import { ViewsMenu } from '../parts/views-menu.tsx';

/** Parts that are shown together, on this page and in `docs/reference/panel-components.md`. */
interface Group {
  readonly title: string;
  /** The parts, and when to use them. */
  readonly about: string;
  readonly Shown: ComponentType;
  /** What a picture shows instead of the group, after a click on the group's button with `data-open`. */
  readonly pictured?: string;
  /** Whether the group has room for what a click on its `data-open` opens. */
  readonly isTall?: boolean;
}

const CARRIERS: readonly Option[] = [
  ['delhivery', 'Delhivery Surface', 'from Rs 48'],
  ['ekart', 'Ekart', 'from Rs 52'],
  ['bluedart', 'Blue Dart', 'from Rs 91'],
];

function Buttons() {
  return (
    <>
      <div className="line">
        <button type="button" className="button first">
          <Plus aria-hidden="true" />
          New order
        </button>
        <button type="button" className="button">
          Export
        </button>
        <button type="button" className="button danger">
          Cancel 3 shipments
        </button>
        <button type="button" className="button bare">
          Clear
        </button>
        <button type="button" className="button" disabled>
          Saving …
        </button>
      </div>
      <div className="line">
        <button type="button" className="button small">
          Edit
        </button>
        <button type="button" className="chip on">
          Carrier: Delhivery
        </button>
        <kbd className="kbd">/</kbd>
        <Copyable text="TITL00000000017" />
        <Tip text="Print the label">
          <button type="button" className="button icon push" aria-label="Print the label" data-open="hover">
            <Printer aria-hidden="true" />
          </button>
        </Tip>
      </div>
    </>
  );
}

function Letters() {
  return (
    <>
      <h1>Shipments</h1>
      <h2>Customer</h2>
      <h3>Delivery address</h3>
      <p>Text of 14 pixels. Numbers have figures of one width: 1,111 and 8,888.</p>
      <p className="quiet small">Quiet and small: said once, after what matters.</p>
      <p className="mono">TITL00000000017</p>
    </>
  );
}

function States() {
  return (
    <div className="line">
      {(['way', 'done', 'needs', 'bad', 'neutral'] as const).map((mood) => (
        <State mood={mood} key={mood}>
          {{ way: 'On the way', done: 'Done', needs: 'Needs you', bad: 'Lost', neutral: 'Pending' }[mood]}
        </State>
      ))}
      <Status status="out_for_delivery" />
      <NameMark of="delhivery" name="Delhivery" />
    </div>
  );
}

function TextFields() {
  const [isOn, setOn] = useState(true);
  return (
    <>
      <div className="fields">
        <TextField label="Name" required defaultValue="Asha Rao" />
        <TextField label="Mobile" defaultValue="98765" wrong="needs ten digits" />
        <TextField label="Landmark" hint="Riders look for it" placeholder="Opposite the temple" />
        <TextField label="Account" disabled defaultValue="Sunrise Traders" />
        <LongField label="Note" rows={2} defaultValue="Ring twice." />
      </div>
      <Tick label="Cash on delivery" defaultChecked />
      <Switch label="Tell customers by SMS" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
    </>
  );
}

function Choices() {
  const [carrier, setCarrier] = useState('delhivery');
  const [city, setCity] = useState('Bengaluru');
  return (
    <div className="fields">
      <div data-open="click">
        <Choice label="Carrier" value={carrier} options={CARRIERS} onChoose={setCarrier} />
      </div>
      <Combobox label="City" value={city} options={[['Bengaluru', 'Bengaluru']]} onChange={setCity} />
      <div className="field">
        <span className="label">In a row of a table</span>
        <SmallChoice label="Carrier of the row" value={carrier} options={CARRIERS} onChoose={setCarrier} />
      </div>
    </div>
  );
}

function Dates() {
  const [day, setDay] = useState('2026-11-25');
  const [span, setSpan] = useState<{ from: string | undefined; to: string | undefined }>({
    from: '2026-11-09',
    to: '2026-11-20',
  });
  return (
    <div className="fields">
      <DateField label="Order date" value={day} onChange={setDay} />
      <DateRange {...span} max="2026-11-30" onChange={setSpan} />
    </div>
  );
}

function Filters() {
  const [chosen, setChosen] = useState(['delhivery']);
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  return (
    <>
      <SearchInput label="Search orders" searched={text} onAsk={setText} input={search} />
      <div className="line">
        <span data-open="click">
          <FilterMenu
            label="Carrier"
            options={CARRIERS.map(([value, name], at) => ({ value, text: name, count: [1204, 86, 0][at] }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </span>
        <Popup label="Dates">The dates</Popup>
        <ViewsMenu page="shipments" shown={{}} onShow={() => {}} />
      </div>
    </>
  );
}

function Menus() {
  const actions = [
    { text: 'Download the label', icon: <Download aria-hidden="true" />, run: () => {} },
    { text: 'Print again', icon: <Printer aria-hidden="true" />, run: () => {} },
    { text: 'Cancel', icon: <Trash2 aria-hidden="true" />, danger: true, run: () => {} },
  ];
  return (
    <div className="line">
      <ActionMenu label="Actions on the row" actions={actions} />
      <span data-open="click">
        <ActionMenu label="Actions" actions={actions}>
          Actions
        </ActionMenu>
      </span>
    </div>
  );
}

const PHOTO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" fill="#c98a3c"><path d="M9 27 45 9l36 18v36L45 81 9 63z"/></svg>',
)}`;

function Files() {
  return (
    <>
      <FileDrop
        label="Orders"
        title="Import orders"
        action="Choose a file"
        accept=".csv"
        hint="CSV"
        onFile={() => {}}
      />
      <Pictures pictures={[{ source: PHOTO, small: PHOTO, address: PHOTO, name: 'Photo of a parcel' }]} />
    </>
  );
}

const PARCELS = [
  { id: '1', number: 'TITL00000000017', status: 'in_transit', value: '1,299.00' },
  { id: '2', number: 'TITL00000000025', status: 'ndr_raised', value: '649.50' },
  { id: '3', number: 'TITL00000000033', status: 'delivered', value: '12,04,000.00' },
];
type Parcel = (typeof PARCELS)[number];

function Tables() {
  const [current, setCurrent] = useState(1);
  const [selected, select] = useState<readonly Parcel[]>([]);
  const others = (row: Parcel) => selected.filter((one) => one !== row);
  return (
    <div style={{ height: 160, display: 'grid' }}>
      <DataTable
        name="gallery"
        label="Parcels"
        columns={[
          { id: 'number', header: 'Tracking number', width: 200, cell: ({ number }) => number },
          { id: 'status', header: 'Status', width: 240, cell: ({ status }) => <Status status={status} /> },
          { id: 'value', header: 'Value', width: 140, number: true, cell: ({ value }) => value },
        ]}
        rows={PARCELS}
        total={PARCELS.length}
        current={current}
        currentKey={PARCELS[current]?.id}
        onOpen={(_, at) => setCurrent(at)}
        selection={{
          has: (row) => selected.includes(row),
          toggle: (row) => select(selected.includes(row) ? others(row) : [...selected, row]),
          all: selected.length === PARCELS.length,
          toggleAll: () => select(selected.length === PARCELS.length ? [] : PARCELS),
          labelAll: 'Select all',
          labelOf: ({ number }) => number,
        }}
      />
    </div>
  );
}

const WAREHOUSES = [
  { id: '1', name: 'Okhla', city: 'New Delhi' },
  { id: '2', name: 'Indiranagar', city: 'Bengaluru' },
];

function Lists() {
  return (
    <CollectionPage
      list={{ data: WAREHOUSES, error: null }}
      of={{
        label: 'Warehouses',
        about: 'Where couriers pick up your parcels.',
        empty: 'No warehouses yet',
        nameOf: ({ name }) => name,
        columns: [
          { id: 'name', header: 'Name', width: 200, cell: ({ name }) => name },
          { id: 'city', header: 'City', width: 200, cell: ({ city }) => city },
        ],
        form: {
          add: 'New warehouse',
          valuesOf: (one) => ({ name: one?.name ?? '' }),
          fields: () => [{ name: 'name', label: 'Name', required: true }],
          save: async () => undefined,
        },
        actions: [{ text: 'Remove', danger: true, will: 'Parcels keep its address.', run: () => {} }],
      }}
    />
  );
}

function Notices() {
  return (
    <>
      <Failure error={new Error('No carrier serves 560099 from 110020.')} onRetry={() => {}} />
      <Warnings of={[{ message: 'Two parcels have no weight.' }]} />
      <div className="progress">
        <span style={{ width: '60%' }} />
      </div>
      <Skeleton lines={3} />
      <Empty title="No returns yet">
        <p>A return appears here as soon as a customer asks for one.</p>
      </Empty>
      <ol className="guide">
        <GuideStep number={1} title="Connect" isDone isFolded />
        <GuideStep number={2} title="Services">
          <p>Switch off what you don’t want to offer.</p>
        </GuideStep>
        <GuideStep number={3} title="Prices" isOff />
      </ol>
    </>
  );
}

function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  const [isPlain, setPlain] = useState(false);
  return (
    <div className="line">
      <button type="button" className="button" data-open="click" onClick={() => setOpen(true)}>
        Ask before an action
      </button>
      <button type="button" className="button" onClick={() => setPlain(true)}>
        Open a dialog
      </button>
      {isOpen && (
        <Confirm
          title="Cancel 3 shipments?"
          will="The couriers are told not to come. This cannot be undone."
          action="Cancel 3 shipments"
          done="Cancelled"
          run={async () => {}}
          onClose={() => setOpen(false)}
        />
      )}
      {isPlain && (
        <Dialog title="A dialog" onClose={() => setPlain(false)}>
          <p>It keeps the focus until it is closed.</p>
        </Dialog>
      )}
    </div>
  );
}

function Messages() {
  return (
    <button
      type="button"
      className="button"
      data-open="click"
      onClick={() => toast('3 parcels were tagged', { label: 'Undo', run: () => {} })}
    >
      Tag
    </button>
  );
}

const GROUPS: readonly Group[] = [
  {
    title: 'Buttons',
    about:
      'One button of a page is filled: what is done there most. What cannot be undone has the colour of what is bad. An icon has a name, which is shown while the pointer is on it.',
    Shown: Buttons,
  },
  {
    title: 'Text',
    about:
      'Titles of a page, of a part of it, and of a group; ids and tracking numbers have letters of one width.',
    Shown: Letters,
  },
  { title: 'States', about: 'A state has a shape as well as a colour.', Shown: States },
  {
    title: 'Fields',
    about:
      'A label above, and a hint or the problem below. A tick takes effect with its form, a switch at once.',
    Shown: TextFields,
  },
  {
    title: 'Choices',
    about: 'One of several values. More than eight can be searched; a combobox also takes other text.',
    Shown: Choices,
    isTall: true,
  },
  { title: 'Dates', about: 'Days are typed, such as 25 Nov, or chosen in a calendar.', Shown: Dates },
  {
    title: 'Filters',
    about: 'A search, values with their counts, and saved views.',
    Shown: Filters,
    isTall: true,
  },
  {
    title: 'Menus',
    about: 'Actions on a row behind three dots; several actions behind a button.',
    Shown: Menus,
    isTall: true,
  },
  { title: 'Files and pictures', about: 'A file is dropped or chosen. A picture opens large.', Shown: Files },
  {
    title: 'Table',
    about: 'A long list: only visible rows are rendered. The arrow keys move, Enter opens, x selects.',
    Shown: Tables,
  },
  {
    title: 'List with a form',
    about: 'What people make, change and delete: declared as one Collection.',
    Shown: Lists,
  },
  {
    title: 'Notices and empty states',
    about: 'Why a request failed, what needs a look, what is loading, and what an empty list will show.',
    Shown: Notices,
  },
  {
    title: 'Confirmation',
    about: 'An action with consequences says first what it will do.',
    Shown: Dialogs,
    pictured: 'dialog',
  },
  {
    title: 'Message',
    about: 'What was done, for six seconds, and how to undo it.',
    Shown: Messages,
    pictured: '.toast',
  },
];

/** Every part of the panel on one page. A test fails if a part is missing here. */
export function Gallery() {
  return GROUPS.map(({ title, about, Shown, pictured, isTall = false }) => (
    <section
      key={title}
      className="group"
      data-pictured={pictured}
      data-height={isTall ? 'tall' : undefined}
      aria-label={title}
    >
      <h2>{title}</h2>
      <p className="quiet">{about}</p>
      <Shown />
    </section>
  ));
}
