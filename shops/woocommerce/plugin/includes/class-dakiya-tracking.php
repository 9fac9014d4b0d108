<?php
/**
 * Tracking for customers.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

/**
 * Shows the parcels that the connection of Dakiya wrote into an order. If the shop has WooCommerce's own fulfilments, Dakiya writes
 * those instead, and WooCommerce shows them.
 */
final class Dakiya_Tracking {

	/** The plugins "Shipment Tracking" and "Advanced Shipment Tracking" keep and show the same. */
	private const META = '_wc_shipment_tracking_items';

	public static function add_hooks(): void {
		add_action( 'woocommerce_order_details_after_order_table', array( self::class, 'show_in_account' ) );
		add_action( 'woocommerce_email_after_order_table', array( self::class, 'show_in_mail' ), 10, 3 );
		add_filter( 'woocommerce_my_account_my_orders_actions', array( self::class, 'add_action' ), 10, 2 );
		add_filter( 'woocommerce_privacy_export_order_personal_data', array( self::class, 'export' ), 10, 2 );
		add_filter( 'woocommerce_privacy_remove_order_personal_data_meta', array( self::class, 'erase' ) );
	}

	/**
	 * Prints the parcels of an order below its items.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function show_in_account( $order ): void {
		self::print_html( self::parcels_of( $order ) );
	}

	/**
	 * Prints the parcels of an order in a mail to the customer.
	 *
	 * @param WC_Order $order         The order.
	 * @param bool     $sent_to_admin Whether the shop gets the mail.
	 * @param bool     $plain_text    Whether the mail has no HTML.
	 */
	public static function show_in_mail( $order, $sent_to_admin = false, $plain_text = false ): void {
		$parcels = $sent_to_admin ? array() : self::parcels_of( $order );
		if ( ! $plain_text ) {
			self::print_html( $parcels );
			return;
		}
		foreach ( $parcels as $parcel ) {
			$words = array_filter( array( $parcel['courier'], $parcel['number'], $parcel['url'] ) );
			echo "\n" . esc_html( wp_strip_all_tags( implode( ' ', $words ) ) ) . "\n";
		}
	}

	/**
	 * Adds a button to the list of orders.
	 *
	 * @param array    $actions By name.
	 * @param WC_Order $order   The order.
	 */
	public static function add_action( array $actions, $order ): array {
		$urls = array_filter( array_column( self::parcels_of( $order ), 'url' ) );
		if ( array() !== $urls ) {
			$actions['dakiya_track'] = array(
				'url'  => (string) end( $urls ),
				'name' => __( 'Track', 'dakiya' ),
			);
		}
		return $actions;
	}

	/**
	 * Adds the parcels to what a person may export.
	 *
	 * @param array    $data  Lists of `name` and `value`.
	 * @param WC_Order $order The order.
	 */
	public static function export( array $data, $order ): array {
		foreach ( self::parcels_of( $order ) as $parcel ) {
			$data[] = array(
				'name'  => __( 'Tracking number', 'dakiya' ),
				'value' => trim( $parcel['courier'] . ' ' . $parcel['number'] ),
			);
		}
		return $data;
	}

	/**
	 * Removes the parcels with the other personal data of an order.
	 *
	 * @param array $meta Kinds of data by key; an unknown kind is removed.
	 */
	public static function erase( array $meta ): array {
		return $meta + array( self::META => 'dakiya_tracking' );
	}

	/**
	 * Prints parcels as HTML.
	 *
	 * @param array[] $parcels Of `parcels_of`.
	 */
	private static function print_html( array $parcels ): void {
		if ( array() === $parcels ) {
			return;
		}
		echo '<section class="dakiya-tracking"><h2>' . esc_html__( 'Your parcels', 'dakiya' ) . '</h2><ul>';
		foreach ( $parcels as $parcel ) {
			$number = esc_html( $parcel['number'] );
			$linked = '' === $parcel['url'] ? $number : '<a href="' . esc_url( $parcel['url'] ) . '">' . $number . '</a>';
			echo '<li>' . esc_html( $parcel['courier'] ) . ' ' . $linked . '</li>'; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped above.
		}
		echo '</ul></section>';
	}

	/**
	 * The parcels of an order; none if another plugin shows them.
	 *
	 * @param mixed $order The order.
	 * @return array[] Each with `courier`, `number` and `url`, as plain text.
	 */
	private static function parcels_of( mixed $order ): array {
		if ( ! $order instanceof WC_Order || class_exists( 'WC_Shipment_Tracking' ) || class_exists( 'Zorem_Woocommerce_Advanced_Shipment_Tracking' ) ) {
			return array();
		}
		$kept    = $order->get_meta( self::META, true );
		$parcels = array();
		foreach ( is_array( $kept ) ? $kept : array() as $one ) {
			$text = static fn ( string $name ): string => is_array( $one ) && is_scalar( $one[ $name ] ?? null ) ? trim( (string) $one[ $name ] ) : '';
			if ( '' !== $text( 'tracking_number' ) ) {
				$parcels[] = array(
					'courier' => $text( 'custom_tracking_provider' ),
					'number'  => $text( 'tracking_number' ),
					'url'     => esc_url_raw( $text( 'custom_tracking_link' ), array( 'http', 'https' ) ),
				);
			}
		}
		return $parcels;
	}
}
