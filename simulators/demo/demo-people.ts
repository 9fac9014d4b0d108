import type { Contact } from '../../src/domain/orders/order.ts';
import type { DemoPlace } from './demo-places.ts';
import { commonFirst, type Random, Weighted } from './random.ts';

/** The name of two in a hundred customers; the next most frequent name belongs to one in a thousand. */
const COMMONEST = { first: 'Priya', last: 'Sharma' };
const SHARE_OF_COMMONEST = 0.02;

const FIRST_NAMES = words(`
  Rahul Anjali Amit Pooja Sanjay Neha Vijay Sunita Rajesh Kavita Ravi Deepa Suresh Lakshmi Anil Meena Arjun Divya
  Manoj Swati Ramesh Asha Vikram Rekha Karthik Nisha Mohammed Fatima Imran Ayesha Aditya Ishita Rohan Sneha Nikhil
  Shreya Varun Aishwarya Prakash Geeta Harish Usha Ganesh Radha Mahesh Seema Dinesh Jyoti Naveen Bhavana Kiran
  Preeti Ashok Vandana Gopal Shalini Tarun Manisha Yash Ritu Siddharth Tanvi Abhishek Komal Gaurav Payal Akash
  Simran Harpreet Gurpreet Jaspreet Baljit Thomas Mary Joseph Anna George Susan Debashish Moumita Sourav Ananya
  Subrata Rupali Bikash Mitali Srinivas Padma Venkatesh Sarita Murali Revathi Senthil Malathi Selvi Kumaran Aarav
  Diya Vihaan Saanvi Kabir Myra Zoya Irfan Sana Farhan Nazia Salim Rubina Lobsang Tashi Pema Dorjee Lalthan
  Chubala Bendang Ibomcha Meher Kaustubh Gauri Mangesh Vaishali Sachin Ashwini Prasad Shruti Jignesh Hetal Bhavesh
  Dhara Paresh Falguni Om Ila`);

const LAST_NAMES = words(`
  Kumar Singh Patel Gupta Verma Reddy Khan Das Shah Nair Yadav Joshi Mishra Rao Iyer Mehta Jain Agarwal Banerjee
  Mukherjee Chatterjee Ghosh Bose Sen Roy Pillai Menon Naidu Chowdhury Ansari Shaikh Qureshi Ali Gill Dhillon
  Sandhu Sidhu Kaur Thakur Rathore Chauhan Rajput Tiwari Pandey Dubey Shukla Tripathi Srivastava Saxena Kulkarni
  Deshpande Patil Pawar Jadhav Shinde More Gaikwad Kamble Desai Trivedi Bhatt Parikh Hegde Shetty Gowda Bhat Kamath
  Murthy Krishnan Subramanian Raman Natarajan Varghese Mathew Fernandes Pereira Rodrigues Borah Gogoi Deka Kalita
  Baruah Sahoo Behera Panda Mohanty Lepcha Bhutia Sangma Lalrinawma Ao Mahato Soren Bisht Negi Rawat`);

const STREETS = words(`
  Gandhi Nehru Tilak Ambedkar Lajpat Patel Subhash Tagore Station Temple Market Lake College Hospital Church Park`);
const AREAS = words(`
  Shanti_Nagar Ram_Nagar Model_Town Civil_Lines Sadar_Bazar Gandhi_Nagar Vijay_Nagar Laxmi_Nagar Shivaji_Nagar
  Rajaji_Nagar Green_Park Ashok_Vihar Anand_Vihar Jawahar_Colony Subhash_Colony Indira_Colony New_Colony Old_Town`);
const BUILDINGS = words('Flat House Plot Shop');
const LANDMARKS = words('post_office bus_stand water_tank primary_school state_bank petrol_pump');

const firstNames = commonFirst(FIRST_NAMES, 20);
const lastNames = commonFirst(LAST_NAMES, 10);
/** No Indian mobile number begins with 1, and no area code is 10: these numbers reach nobody. */
const FIRST_DIGITS = '10';
/** Names below `.example` are reserved for ever (RFC 2606), so no mail arrives there. */
const mailHosts = new Weighted([
  ['post.example', 6],
  ['mail.example', 3],
  ['inbox.example', 1],
]);

/** Draws a customer at a place, with made-up contacts that reach nobody. */
export function drawContact(random: Random, place: DemoPlace): Contact {
  const isCommonest = random.chance(SHARE_OF_COMMONEST);
  const firstName = isCommonest ? COMMONEST.first : firstNames.draw(random);
  const lastName = isCommonest ? COMMONEST.last : random.chance(0.03) ? null : lastNames.draw(random);
  const number = String(random.below(100_000_000)).padStart(8, '0');
  const mailName =
    `${firstName}${lastName === null ? '' : `.${lastName}`}${random.below(1000)}`.toLowerCase();
  return {
    firstName,
    lastName,
    phone: `${FIRST_DIGITS}${number}`,
    email: random.chance(0.7) ? `${mailName}@${mailHosts.draw(random)}` : null,
    address: `${random.one(BUILDINGS)} ${1 + random.below(400)}, ${random.one(STREETS)} Road`,
    address2: random.chance(0.6)
      ? `${random.one(AREAS)}${random.chance(0.3) ? `, near ${random.one(LANDMARKS)}` : ''}`
      : null,
    city: place.city,
    pincode: place.pincode,
    state: place.state,
    country: 'India',
  };
}

function words(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '));
}
