import { describeHttpAdapter } from '../http-adapter-contract.ts';
import { PAHAR_POST } from './courier.ts';
import { PAHAR_KEY, PaharPostStandIn } from './stand-in.ts';

describeHttpAdapter({
  courier: PAHAR_POST,
  openStandIn: (dependencies) => new PaharPostStandIn(dependencies),
  settings: { key: PAHAR_KEY },
  bookingCall: 'create',
  knowsRepeats: false,
  lives: [
    { steps: ['PICKED', 'MOVING', 'OUT', 'DONE'], endsAs: 'delivered' },
    { steps: ['PICKED', 'OUT', 'TRIED'], endsAs: 'ndr_raised' },
  ],
  move: ({ courier, clock }, trackingNumber, step) =>
    courier.scan(trackingNumber, step, clock.now(), 'Dehradun'),
});
