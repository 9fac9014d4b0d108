/** Where shipments are picked up. */
export interface Warehouse {
  readonly warehouseId: string;
  readonly name: string;
  readonly contactPerson: string;
  /** Ten digits of a mobile number, or a landline number with its area code. */
  readonly phone: string;
  readonly email: string;
  readonly gstNo: string | null;
  readonly streetAddress: string;
  /** A pincode of the directory. */
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /** An inactive warehouse is refused for new orders, and stays for old ones. */
  readonly isActive: boolean;
  readonly createdAt: Date;
}
