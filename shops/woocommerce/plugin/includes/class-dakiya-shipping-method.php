<?php
/**
 * The shipping method.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

/**
 * Offers the services that the Dakiya service has for a package. The connection is set once; each zone may have its own fallback.
 */
class Dakiya_Shipping_Method extends WC_Shipping_Method {

	/** The heaviest package with the price of the zone, if the zone says nothing. */
	private const FALLBACK_KG = 5;

	/** What a product without a weight counts. */
	private const UNKNOWN_KG = 0.5;

	/** Whether this request has tested the connection: WooCommerce may make several objects of a method. */
	private static bool $is_tested = false;

	/**
	 * Makes the method of a zone.
	 *
	 * @param int $instance_id Of the zone; 0 for the settings of all zones.
	 */
	public function __construct( $instance_id = 0 ) {
		parent::__construct( $instance_id );
		$this->id                 = 'dakiya';
		$this->method_title       = __( 'Dakiya', 'dakiya' );
		$this->method_description = __( 'Prices and delivery dates of your couriers, by the rules that you set in Dakiya.', 'dakiya' );
		$this->supports           = array( 'shipping-zones', 'instance-settings', 'instance-settings-modal', 'settings' );
		$this->form_fields        = $this->connection_fields();
		$this->init_settings();
		$this->instance_form_fields = $this->zone_fields();
		// A zone decides itself whether it has the method.
		$this->enabled    = 'yes';
		$this->title      = $this->method_title;
		$this->tax_status = $this->get_option( 'tax_status', 'taxable' );
		add_action( 'woocommerce_update_options_shipping_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	private function connection_fields(): array {
		return array(
			'url'           => array(
				'title'       => __( 'Address of Dakiya', 'dakiya' ),
				'type'        => 'url',
				'placeholder' => 'https://ship.example.in',
				'default'     => '',
			),
			'key'           => array(
				'title'       => __( 'Key for rates at checkout', 'dakiya' ),
				'type'        => 'password',
				'description' => __( 'From the page of this shop in Dakiya. It allows nothing else. Saving tests it.', 'dakiya' ),
				'default'     => '',
			),
			'pincode_check' => array(
				'title'   => __( 'Pincode check', 'dakiya' ),
				'type'    => 'checkbox',
				'label'   => __( 'Let customers check their pincode on product pages', 'dakiya' ),
				'default' => 'yes',
			),
		);
	}

	private function zone_fields(): array {
		return array(
			'tax_status'      => array(
				'title'   => __( 'Tax status', 'dakiya' ),
				'type'    => 'select',
				'class'   => 'wc-enhanced-select',
				'default' => 'taxable',
				'options' => array(
					'taxable' => __( 'Taxable', 'dakiya' ),
					'none'    => __( 'Not taxable', 'dakiya' ),
				),
			),
			'fallback'        => array(
				'title'       => __( 'Price if Dakiya does not answer', 'dakiya' ),
				'type'        => 'price',
				'description' => __( 'Without a price, nothing is offered then.', 'dakiya' ),
				'desc_tip'    => true,
				'default'     => '',
			),
			'fallback_weight' => array(
				'title'       => __( 'Heaviest package at that price (kg)', 'dakiya' ),
				'type'        => 'decimal',
				'description' => __( 'A product without a weight counts half a kilogram.', 'dakiya' ),
				'desc_tip'    => true,
				'default'     => (string) self::FALLBACK_KG,
			),
		);
	}

	/**
	 * Keeps only an address that can be called.
	 *
	 * @param string $key   The name of the field.
	 * @param mixed  $value As sent.
	 */
	public function validate_url_field( $key, $value ): string {
		$sent = is_string( $value ) ? trim( $value ) : '';
		$url  = untrailingslashit( esc_url_raw( $sent, array( 'http', 'https' ) ) );
		if ( '' !== $sent && '' === $url ) {
			WC_Admin_Settings::add_error( __( 'The address of Dakiya must be a web address, such as https://ship.example.in', 'dakiya' ) );
			return (string) $this->get_option( $key );
		}
		return $url;
	}

	/**
	 * Saves the settings, and tests the connection if it is the one that was saved.
	 *
	 * @return bool Whether anything was changed.
	 */
	public function process_admin_options() {
		$changed = parent::process_admin_options();
		if ( ! $this->instance_id && ! self::$is_tested ) {
			self::$is_tested = true;
			// So that customers get the rates of the new connection.
			WC_Cache_Helper::get_transient_version( 'shipping', true );
			$this->test_connection();
		}
		return $changed;
	}

	private function test_connection(): void {
		$service = Dakiya_Service::of_settings();
		if ( null === $service ) {
			WC_Admin_Settings::add_error( __( 'Dakiya: enter the address and the key.', 'dakiya' ) );
			return;
		}
		Dakiya_Service::resume();
		$answer = $service->ask(
			array(
				'destination' => array( 'pincode' => self::pincode_of( WC()->countries->get_base_postcode() ) ?: '110001' ),
				'items'       => array( array( 'units' => 1 ) ),
				'order_value' => 1000,
			)
		);
		if ( $answer instanceof WP_Error ) {
			WC_Admin_Settings::add_error( __( 'Dakiya:', 'dakiya' ) . ' ' . $answer->get_error_message() );
		} elseif ( array() === $answer['services'] ) {
			WC_Admin_Settings::add_error( __( 'Dakiya: connected, but no courier delivers to your own pincode. Connect a courier there, or add its rates.', 'dakiya' ) );
		} else {
			WC_Admin_Settings::add_message( __( 'Dakiya: connected.', 'dakiya' ) );
		}
	}

	/**
	 * Offers the services for a package.
	 *
	 * @param array $package As WooCommerce makes it from the cart.
	 */
	public function calculate_shipping( $package = array() ) {
		$destination = (array) ( $package['destination'] ?? array() );
		$country     = (string) ( $destination['country'] ?? '' );
		$pincode     = self::pincode_of( (string) ( $destination['postcode'] ?? '' ) );
		if ( 'IN' !== $country || '' === $pincode ) {
			return;
		}
		$items = array();
		$value = 0.0;
		foreach ( (array) ( $package['contents'] ?? array() ) as $line ) {
			$units = (int) ceil( (float) ( $line['quantity'] ?? 0 ) );
			if ( $units < 1 || ! ( $line['data'] ?? null ) instanceof WC_Product ) {
				continue;
			}
			$value += (float) ( $line['line_total'] ?? 0 ) + (float) ( $line['line_tax'] ?? 0 );
			if ( $line['data']->needs_shipping() ) {
				$items[] = Dakiya_Checkout::item_of( $line['data'], $units );
			}
		}
		if ( array() === $items ) {
			return;
		}
		$service = Dakiya_Service::of_settings();
		$answer  = $service?->rates(
			array(
				'destination' => array(
					'pincode' => $pincode,
					'country' => 'IN',
				),
				'items'       => $items,
				'order_value' => round( $value, 2 ),
			)
		);
		if ( null !== WC()->session ) {
			WC()->session->set( Dakiya_Checkout::FALLBACK_SHOWN, null === $answer ? 1 : null );
		}
		foreach ( null === $answer ? $this->fallback( $items ) : $answer['services'] as $one ) {
			$this->offer( $one, $package );
		}
	}

	/**
	 * The service with the price of the zone, if it has one and the package is not too heavy for it.
	 *
	 * @param array $items As the API takes them.
	 */
	private function fallback( array $items ): array {
		$price  = $this->get_option( 'fallback' );
		$most   = $this->get_option( 'fallback_weight' );
		$weight = 0.0;
		foreach ( $items as $item ) {
			$weight += $item['units'] * ( $item['weight'] ?? self::UNKNOWN_KG );
		}
		if ( ! is_numeric( $price ) || $weight > (float) ( is_numeric( $most ) ? $most : self::FALLBACK_KG ) ) {
			return array();
		}
		return array(
			array(
				'code'      => 'standard',
				'name'      => '',
				'price'     => max( 0.0, (float) $price ),
				'takes_cod' => true,
				'first_day' => '',
				'last_day'  => '',
			),
		);
	}

	/**
	 * Adds a rate. Its id stays the same for the same service, so that a customer's choice stays too.
	 *
	 * @param array $service As `Dakiya_Service` returns it.
	 * @param array $package As WooCommerce makes it.
	 */
	private function offer( array $service, array $package ): void {
		$name = Dakiya_Checkout::name_of( $service );
		$days = Dakiya_Checkout::days_of( $service );
		$this->add_rate(
			array(
				'id'        => $this->get_rate_id( $service['code'] ),
				'label'     => '' === $days ? $name : $name . ' (' . $days . ')',
				'cost'      => (string) $service['price'],
				'package'   => $package,
				'meta_data' => array(
					Dakiya_Checkout::TAKES_COD => $service['takes_cod'] ? 'yes' : 'no',
					Dakiya_Checkout::SERVICE   => $service['code'],
				),
			)
		);
	}

	/**
	 * The six digits of a pincode; empty if it is none.
	 *
	 * @param string $postcode As the customer wrote it.
	 */
	public static function pincode_of( string $postcode ): string {
		$digits = (string) preg_replace( '/\s+/', '', $postcode );
		return 1 === preg_match( '/^[1-9]\d{5}$/', $digits ) ? $digits : '';
	}
}
