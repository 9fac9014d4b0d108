import { Manifests } from './manifests.tsx';
import { Pickups } from './pickups.tsx';
import { WaitingParcels } from './waiting-parcels.tsx';

/** The handover to couriers: what waits, with its manifest; then all manifests and pickups. */
export function Handover() {
  return (
    <div className="stack roomy">
      <WaitingParcels />
      <Manifests />
      <Pickups />
    </div>
  );
}
